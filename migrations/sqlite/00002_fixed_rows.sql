-- +goose Up
-- Rows with ids that the code refers to. The House partner gets its public id when the server first starts.

INSERT INTO languages (id, name, name_key, search_text, alpha2, user_profile_enabled, created_at, updated_at) VALUES
    (1, 'English', 'english', '  english  en', 'en', TRUE, CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000);
INSERT INTO account_types (id, name, name_key, search_text, created_at, updated_at) VALUES
    (11, 'Partner', 'partner', '  partner', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000);
INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, search_text, created_at, updated_at) VALUES
    (1, 11, 'House', 'house', 'house', 'house', '  house  house', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000);
INSERT INTO libraries (id, name, name_key, partner_id, search_text, created_at, updated_at) VALUES
    (1, 'House library', 'house library', 1, '  house  library', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000);
INSERT INTO content_types (id, name, name_key, icon, description, lead_in, call_to_action, has_author, has_runtime, "order", search_text, created_at, updated_at) VALUES
    (1, 'Book', 'book', 'book', 'A printed or digital book', 'Read', 'Read the book', TRUE, FALSE, 1, '  book  a  printed  or  digital  book', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000),
    (2, 'Article', 'article', 'newspaper', 'A story, guide or post to read', 'Read', 'Read the article', TRUE, FALSE, 2, '  article  a  story,  guide  or  post  to  read', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000),
    (3, 'Photo', 'photo', 'image', 'A photograph or illustration', 'See', 'View the photo', FALSE, FALSE, 3, '  photo  a  photograph  or  illustration', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000),
    (4, 'Video', 'video', 'film', 'Something to watch', 'Watch', 'Watch the video', FALSE, TRUE, 4, '  video  something  to  watch', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000),
    (5, 'Map', 'map', 'map', 'A map or route', 'Explore', 'Open the map', FALSE, FALSE, 5, '  map  a  map  or  route', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000),
    (6, 'Website', 'website', 'globe', 'A site worth a visit', 'Visit', 'Visit the website', FALSE, FALSE, 6, '  website  a  site  worth  a  visit', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000),
    (7, 'Recipe', 'recipe', 'utensils', 'A dish from the place', 'Cook', 'View the recipe', FALSE, FALSE, 7, '  recipe  a  dish  from  the  place', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000),
    (8, 'Audio', 'audio', 'headphones', 'Something to listen to', 'Listen', 'Listen now', FALSE, TRUE, 8, '  audio  something  to  listen  to', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000);
INSERT INTO content_depths (id, name, name_key, icon, description, "order", search_text, created_at, updated_at) VALUES
    (1, 'Quick look', 'quick look', 'bolt', 'A minute or two', 1, '  quick  look  a  minute  or  two', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000),
    (2, 'Standard', 'standard', 'book-open', 'The usual length', 2, '  standard  the  usual  length', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000),
    (3, 'Deep dive', 'deep dive', 'water', 'For those who want all of it', 3, '  deep  dive  for  those  who  want  all  of  it', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, CAST(strftime('%s', 'now') AS INTEGER) * 1000000);
