### What is outside of fights: sheets, kits and templates that are kept, and dice without a rule.

## The fields of a sheet

sheet-field = { $field ->
    [hp] HP
    [hp-max] Most HP
    [health-max] Most health
    [str] STR
    [dex] DEX
    [con] CON
    [int] INT
    [wis] WIS
    [cha] CHA
    [agi] AGI
    [wit] WIT
   *[other] { $named }
}

## In messages

form-too-long = That is too long for a form. `/sheet edit` changes it, and so does a file: take it away, change it, and take it in again.
notice-rolled = { $by } rolls { $roll }

## Why something may not be done

refusal-no-sheet = { $name ->
    [none] There is no such sheet.
   *[some] You have no sheet called { $name }.
} `{ $command-sheet-list }` shows yours.
refusal-sheet-name-taken = You have a sheet called { $name } already: choose another name.
refusal-sheet-in-fight = { $name } is in a fight, and changes again after it. `{ $command-sheet-copy }` makes another one of it.
refusal-sheet-changed = { $name } has changed meanwhile: look at the sheet again, then repeat it.
refusal-too-many-sheets = You have { $most } sheets, and that is the most: delete one first.
refusal-too-many-templates = You keep { $most } templates, and that is the most: `{ $command-load }` with `drop:` drops one.
refusal-no-template = You keep no template called { $name }. `{ $command-load }` without a name shows yours.
refusal-other-system = { $name } is a sheet of { $rules }; this fight plays other rules.
refusal-which-system = By which rules? Say `system:`, one of { $systems }.
refusal-from-what = Say what to make it of: `from:` names an archetype or creature.
refusal-bad-name = A name has no control characters, and nothing that is invisible or turns text around.
refusal-bad-portrait = A portrait is an address that begins with https:// and has at most { $most } characters.
refusal-bad-file = { $line ->
    [none] That does not fit: { $reason }. Nothing was changed.
   *[some] The file is not taken. Line { $line }: { $reason }. Nothing was changed.
}
refusal-file-too-long = A file has at most { $most } KiB.
refusal-file-not-text = That file is no text: send TOML or JSON, in UTF-8.
refusal-file-not-there = The file could not be fetched from Discord. Nothing was changed; send it again.
refusal-not-admin = Only who may manage the server may change its kit.
refusal-not-dice = “{ $dice }” is not dice. Write like: 2d6+1, 4d6kh3 (keep the highest 3), 4d6dl1 (drop the lowest), 6d10>=7 (count), 3d6! (explode), 4dF.
refusal-dice-out-of-bounds = “{ $dice }” is out of bounds: 1 to 100 dice of 2 to 100 sides, exploding from 2 up.
refusal-dice-too-many = That is too much for one roll: at most 100 dice in 10 parts.
refusal-dice-too-long = A roll has at most { $dice } characters.
