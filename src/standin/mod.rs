//! A local Discord.
