-- +goose Up
-- The logo Inspires shows is the one of the partner's customisations; there is no other.

ALTER TABLE partners DROP COLUMN inspires_logo_url;
