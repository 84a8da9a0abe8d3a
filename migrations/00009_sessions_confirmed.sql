-- +goose Up
-- When the password was last entered in a session: at sign-in, or when it was confirmed later. Sessions from before this
-- migration have no time, so their users have to confirm the password once.

ALTER TABLE sessions ADD COLUMN confirmed_at {{time}};
