//! Rounds that a person can read and a machine replays.
