-- Four characters in a row from every third place of a text on: whatever is looked for in six characters or more covers
-- one of them, wherever it lies. They are many more than the trigrams and far fewer orders hold each of them.
-- How: each three characters get a line of their own, which the first of the next three ends. The line feed at the end
-- of the text stands for those, the shorter lines around the text's own line feeds are looked for by nobody. The last
-- one tells which 131,072 ids the order is among; no line of a text is as long.
CREATE FUNCTION search_grams(order_id bigint, search_text text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN string_to_array(
  regexp_replace(search_text || E'\n', '(.)(..)', E'\\1\n\\1\\2', 'g') || E'\npart:' || (order_id >> 17)::text, E'\n');
--> statement-breakpoint
CREATE INDEX order_search_grams ON order_search USING gin (search_grams(order_id, search_text));--> statement-breakpoint
-- Nothing is learned from a sample of grams, which takes seconds to make: the planner's own guess, few, is what is wanted.
ALTER INDEX order_search_grams ALTER COLUMN 1 SET STATISTICS 0;
