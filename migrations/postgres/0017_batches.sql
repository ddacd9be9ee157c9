-- Executes statements, in order, as part of the transaction of the caller. Each may use any of the
-- values, as `$1[1]`, `$1[2]` and so on. The protocol takes values for one statement at a time only;
-- so all changes of an input are one statement.
CREATE FUNCTION execute_batch(statements TEXT[], bound_values TEXT[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    statement TEXT;
BEGIN
    FOREACH statement IN ARRAY statements LOOP
        EXECUTE statement USING bound_values;
    END LOOP;
END
$$;
