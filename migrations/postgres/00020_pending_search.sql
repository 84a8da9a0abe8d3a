-- +goose Up
-- PostgreSQL updates its search indexes itself.
SELECT 1;
