//! The app as a whole, through its public interface: permissions, what is stored, and who is told
//! what.

mod absence;
#[path = "../support/app_table.rs"]
mod app_table;
mod autocomplete;
mod bestiary;
mod button_presses;
mod closed_channels;
mod combatant_names;
mod concurrency;
mod crash;
#[path = "../support/databases.rs"]
mod databases;
mod deadlines;
mod decoy_delays;
mod dice;
mod disclosure;
mod encounters;
mod fight_ends;
mod followers;
mod free_rolls;
mod full_disk;
#[path = "../support/full_message.rs"]
mod full_message;
mod guide;
mod inbox;
mod library;
mod log;
mod noninterference;
mod npc_agents;
mod odds;
mod outbox;
#[path = "../support/own_postgres.rs"]
mod own_postgres;
mod packing_and_pruning;
mod pending_act_migration;
mod people;
mod permission_matrix;
mod permissions;
mod privacy;
mod prompt_copies;
#[path = "../support/random_player.rs"]
mod random_player;
mod rate_limits;
mod reminders;
mod replays;
mod restart;
mod saved_fights;
mod saved_systems;
mod scenes;
mod script_export;
mod shards;
mod side_channels;
mod sleep;
mod speech;
mod standing_orders;
mod turn_plans;
mod turns;
mod typed_times;
mod typed_values;
mod undo;
mod undo_of_random_fights;
