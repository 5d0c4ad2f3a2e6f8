-- What the house's schema has, a line each: asked with nothing but pg_catalog on the search path, so that nobody's own
-- functions and operators answer. `shape.txt` is what the migrations make of it.
WITH own AS (
    SELECT c.* FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relname IN (
        'records', 'streams', 'balances', 'keys', 'shelf', 'turn', 'rounds', 'states', 'snapshots', 'bases',
        'migrations'
    )
)
SELECT 'table ' || c.relname || ' ' || c.relkind::text || ' ' || c.relpersistence::text
    || coalesce(' ' || m.amname::text, '') || ', checks ' || c.relchecks
    || CASE WHEN NOT c.relhasindex AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid)
        THEN ', indexes off' ELSE '' END
    || CASE WHEN NOT c.relhastriggers AND EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid)
        THEN ', triggers off' ELSE '' END
    || CASE WHEN c.relrowsecurity OR c.relforcerowsecurity THEN ', row security' ELSE '' END AS line
    FROM own c LEFT JOIN pg_am m ON m.oid = c.relam
UNION ALL SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    -- Another collation has other keys be the same.
    || coalesce((SELECT ' collate ' || CASE WHEN n.nspname = 'pg_catalog' THEN '' ELSE n.nspname || '.' END || l.collname
        FROM pg_collation l JOIN pg_namespace n ON n.oid = l.collnamespace JOIN pg_type y ON y.oid = a.atttypid
        WHERE l.oid = a.attcollation AND l.oid <> y.typcollation), '')
    || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
    || CASE WHEN a.attidentity <> '' THEN ' identity' ELSE '' END
    || CASE WHEN a.attgenerated <> '' THEN ' generated' ELSE '' END
    FROM pg_attribute a JOIN own c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attnum > 0 AND NOT a.attisdropped
UNION ALL SELECT 'constraint ' || c.relname || '.' || k.conname || ' ' || pg_get_constraintdef(k.oid)
    || CASE WHEN k.convalidated THEN '' ELSE ' not valid' END
    FROM pg_constraint k JOIN own c ON c.oid = k.conrelid WHERE k.contype <> 'n'
UNION ALL SELECT 'index ' || c.relname || '.' || x.relname || ' '
    || substring(pg_get_indexdef(i.indexrelid) FROM 'USING .*')
    || CASE WHEN i.indisunique THEN ' unique' ELSE '' END
    || CASE WHEN i.indisvalid AND i.indisready AND i.indislive AND i.indimmediate THEN '' ELSE ' not valid' END
    FROM pg_index i JOIN own c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
UNION ALL SELECT 'trigger ' || c.relname || '.' || t.tgname || ' ' || t.tgenabled::text
    || CASE WHEN t.tgisinternal THEN ' internal ' ELSE ' ' END
    || replace(pg_get_triggerdef(t.oid), ' public.', ' ')
    FROM pg_trigger t JOIN own c ON c.oid = t.tgrelid
UNION ALL SELECT 'rule ' || c.relname || '.' || r.rulename FROM pg_rewrite r JOIN own c ON c.oid = r.ev_class
UNION ALL SELECT 'policy ' || c.relname || '.' || p.polname FROM pg_policy p JOIN own c ON c.oid = p.polrelid
UNION ALL SELECT 'heir of ' || c.relname || ': ' || h.inhrelid::regclass::text
    FROM pg_inherits h JOIN own c ON c.oid = h.inhparent
UNION ALL SELECT c.relname || ' as heir of ' || h.inhparent::regclass::text
    FROM pg_inherits h JOIN own c ON c.oid = h.inhrelid
-- What is not built in is from 16384 on.
UNION ALL SELECT 'function ' || CASE WHEN n.nspname = 'public' THEN '' ELSE n.nspname || '.' END || p.proname
    || '(' || pg_get_function_arguments(p.oid) || ') ' || coalesce(pg_get_function_result(p.oid), 'nothing')
    || ', ' || l.lanname || ' ' || p.prokind::text || p.provolatile::text || p.proparallel::text
    || CASE WHEN p.prosecdef THEN ', security definer' ELSE '' END
    || CASE WHEN p.proisstrict THEN ', strict' ELSE '' END
    || CASE WHEN p.proleakproof THEN ', leakproof' ELSE '' END
    || coalesce(', set ' || array_to_string(p.proconfig, ' and '), '') || coalesce(', ' || p.probin, '')
    || ', ' || encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex')
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
    WHERE n.nspname = 'public' OR (n.nspname = 'pg_catalog' AND p.oid >= 16384)
UNION ALL SELECT 'operator ' || o.oid::regoperator::text FROM pg_operator o
    WHERE o.oprnamespace = 'public'::regnamespace OR o.oid >= 16384
UNION ALL SELECT 'cast from ' || format_type(k.castsource, NULL) || ' to ' || format_type(k.casttarget, NULL)
    FROM pg_cast k WHERE k.oid >= 16384
