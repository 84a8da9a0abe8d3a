-- +goose Up
-- Rows with ids that the code refers to. The House partner gets its public id when the server first starts.

INSERT INTO languages (id, name, name_key, search_text, alpha2, user_profile_enabled, created_at, updated_at) VALUES
    (1, 'English', 'english', '  english  en', 'en', TRUE, {{now}}, {{now}});
{{if postgres}}
SELECT setval(pg_get_serial_sequence('languages', 'id'), (SELECT max(id) FROM languages));
{{end}}
INSERT INTO account_types (id, name, name_key, search_text, created_at, updated_at) VALUES
    (11, 'Partner', 'partner', '  partner', {{now}}, {{now}});
{{if postgres}}
SELECT setval(pg_get_serial_sequence('account_types', 'id'), (SELECT max(id) FROM account_types));
{{end}}
INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, search_text, created_at, updated_at) VALUES
    (1, 11, 'House', 'house', 'house', 'house', '  house  house', {{now}}, {{now}});
{{if postgres}}
SELECT setval(pg_get_serial_sequence('partners', 'id'), (SELECT max(id) FROM partners));
{{end}}
INSERT INTO libraries (id, name, name_key, partner_id, search_text, created_at, updated_at) VALUES
    (1, 'House library', 'house library', 1, '  house  library', {{now}}, {{now}});
{{if postgres}}
SELECT setval(pg_get_serial_sequence('libraries', 'id'), (SELECT max(id) FROM libraries));
{{end}}
INSERT INTO content_types (id, name, name_key, icon, description, lead_in, call_to_action, has_author, has_runtime, "order", search_text, created_at, updated_at) VALUES
    (1, 'Book', 'book', 'book', 'A printed or digital book', 'Read', 'Read the book', TRUE, FALSE, 1, '  book  a  printed  or  digital  book', {{now}}, {{now}}),
    (2, 'Article', 'article', 'newspaper', 'A story, guide or post to read', 'Read', 'Read the article', TRUE, FALSE, 2, '  article  a  story,  guide  or  post  to  read', {{now}}, {{now}}),
    (3, 'Photo', 'photo', 'image', 'A photograph or illustration', 'See', 'View the photo', FALSE, FALSE, 3, '  photo  a  photograph  or  illustration', {{now}}, {{now}}),
    (4, 'Video', 'video', 'film', 'Something to watch', 'Watch', 'Watch the video', FALSE, TRUE, 4, '  video  something  to  watch', {{now}}, {{now}}),
    (5, 'Map', 'map', 'map', 'A map or route', 'Explore', 'Open the map', FALSE, FALSE, 5, '  map  a  map  or  route', {{now}}, {{now}}),
    (6, 'Website', 'website', 'globe', 'A site worth a visit', 'Visit', 'Visit the website', FALSE, FALSE, 6, '  website  a  site  worth  a  visit', {{now}}, {{now}}),
    (7, 'Recipe', 'recipe', 'utensils', 'A dish from the place', 'Cook', 'View the recipe', FALSE, FALSE, 7, '  recipe  a  dish  from  the  place', {{now}}, {{now}}),
    (8, 'Audio', 'audio', 'headphones', 'Something to listen to', 'Listen', 'Listen now', FALSE, TRUE, 8, '  audio  something  to  listen  to', {{now}}, {{now}});
{{if postgres}}
SELECT setval(pg_get_serial_sequence('content_types', 'id'), (SELECT max(id) FROM content_types));
{{end}}
INSERT INTO content_depths (id, name, name_key, icon, description, "order", search_text, created_at, updated_at) VALUES
    (1, 'Quick look', 'quick look', 'bolt', 'A minute or two', 1, '  quick  look  a  minute  or  two', {{now}}, {{now}}),
    (2, 'Standard', 'standard', 'book-open', 'The usual length', 2, '  standard  the  usual  length', {{now}}, {{now}}),
    (3, 'Deep dive', 'deep dive', 'water', 'For those who want all of it', 3, '  deep  dive  for  those  who  want  all  of  it', {{now}}, {{now}});
{{if postgres}}
SELECT setval(pg_get_serial_sequence('content_depths', 'id'), (SELECT max(id) FROM content_depths));
{{end}}
