-- +goose Up
-- Inspires shows the logo of the partner's customisations; there is no other logo.

ALTER TABLE partners DROP COLUMN inspires_logo_url;
