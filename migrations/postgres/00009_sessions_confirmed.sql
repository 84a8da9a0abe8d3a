-- +goose Up
-- When the password of a session was last given: at sign-in, or in the dialog that asks for it again. Sessions from before
-- this migration have none, so their owners are asked once.

ALTER TABLE sessions ADD COLUMN confirmed_at TIMESTAMPTZ;
