### O que as pessoas preparam: respostas prontas, e planos para o próximo turno. Só para quem preparou.

## Tipos de perguntas

order-question = { $kind ->
    [avoid] um ataque a evitar
    [shield] um acerto que seu escudo pode parar
    [free-attack] um inimigo sai
    [cripple] um atributo cai de vez
    [tie] um empate na ordem
    [help] uma rolagem que você pode ajudar
    [pay-out] uma Ajuda de que ninguém precisou
    [fate] um Destino a escolher
    [trigger] o momento do seu ato guardado
    [reaction] um ataque contra você
    [hold] alguém tenta escapar de você
    [chase] um inimigo foge
    [extras] sucessos extras
    [swap] uma carta oferecida por um ataque
    [finish] um NPC cai
    [panic] em pânico
    [guard] um ataque contra alguém do seu lado
    [consent] alguém do seu lado quer se esconder atrás de você
    [opportunity] um inimigo se afasta
    [stunt] uma façanha proposta a você
    [stunt-offer] você pode propor uma façanha
    [pursuit] alguém saiu
    [resist] algo a que resistir
    [soak] dano a que resistir
    [match] um inimigo se move
    [driven] um inimigo força você contra algo
    [advantage] uma vantagem a escolher
    [recovery] uma recuperação a escolher
   *[other] { $key }
}

## Respostas prontas

orders-of = **{ $who }**:
orders-none = Nenhuma resposta pronta: a pergunta sempre vem a você.
orders-how = A primeira resposta pronta que servir é usada; se nenhuma servir, a pergunta vem a você. `/orders add` cria uma, `/orders remove` retira.
orders-line = { $number }. { order-question } (`{ $key }`): `{ $answer }`{ $by ->
    [none] { "" }
   *[some] { " " }· só por { $by }
}{ $whom ->
    [none] { "" }
   *[some] { " " }· só para { $whom }
}{ $way ->
    [none] { "" }
   *[some] { " " }· só com { $way }
}{ $threat ->
    [wound] { " " }· só se puder ferir você
    [fell] { " " }· só se puder derrubar você
   *[none] { "" }
}{ $spend ->
    [nothing] { " " }· só se não custar nada
    [little] { " " }· só se você mantiver seu turno (a Manobra lenta)
   *[turn] { "" }
}{ $time ->
    [at-once] { " " }· na hora
    [deadline] { " " }· se você não responder a tempo
   *[soon] { " " }· depois de uns minutos
}
orders-by-rules = Uma resposta pronta das regras: { $act }

orders-instead = Você pode dar essa resposta com antecedência, como resposta pronta:
orders-keep = Guardar para: { order-question }

## Testar

orders-trial = { $is_open ->
    [yes] Perguntado agora:{ " " }
   *[no] { "" }
}{ order-question } (`{ $key }`): { $numbers ->
    [none] a pergunta vem a você
   *[some] { $is_open ->
        [yes] usa a resposta pronta { $numbers }
       *[no] usa a resposta pronta { $numbers } se servir; senão, a pergunta vem a você
    }
}
order-then = { $first }, depois { $next }

## Planos para o próximo turno

plan-of = { $is_confirmed ->
    [yes] **{ $who }** vai fazer isto no próximo turno, { $time ->
        [at-once] na hora
       *[soon] depois de uns minutos
    }:
   *[no] **{ $who }** faria isto no próximo turno, { $time ->
        [at-once] na hora
       *[soon] depois de uns minutos
    }:
}
plan-act = { $number }. `{ $act }`{ $stays ->
    [none] { "" }
   *[some] { " " }· só enquanto ainda estiver lá: { $stays }
}
plan-how = { $is_confirmed ->
    [yes] O que então não for mais possível não custa nada, e o turno é seu. `/queue clear` descarta o plano.
   *[no] O plano vale quando você confirmar (`/queue confirm`).
}
plan-none = { $who } não tem plano para o próximo turno. `/queue add` cria um.
plan-button = Planejar { $whose ->
    [none] meu próximo turno
   *[some] o próximo turno de { $whose }
}
plan-add = Adicionar um ato
form-plan = Planejar o próximo turno
form-planned-act = O que fazer, como se digita
    .example = attack target:Brute 2
plan-confirm = Confirmar
plan-withdraw = Descartar
notice-plan-given-up = { $who } não pôde fazer o que você planejou (`{ $act }`): { $why } Nada foi gasto, e o turno é seu.
notice-plan-dropped = O resto do plano de { $who } (a partir de `{ $act }`) foi descartado: { $is_undone ->
    [yes] alguém desfez o que já tinha sido feito dele.
   *[no] o turno acabou.
}
