SELECT 0 AS kind, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint,
    coalesce((SELECT pg_catalog.string_agg(c.oid::text || '.' || c.xmin::text || c.relkind::text, ' ' ORDER BY c.oid)
        FROM pg_catalog.pg_class c WHERE c.relnamespace = 'public'::pg_catalog.regnamespace AND c.relname IN (
            'records', 'streams', 'balances', 'keys', 'shelf', 'turn', 'rounds', 'states', 'snapshots', 'bases',
            'migrations')), '')
    || coalesce((SELECT pg_catalog.string_agg(' t' || t.oid::text || '.' || t.xmin::text, '' ORDER BY t.oid)
        FROM pg_catalog.pg_trigger t), '')
    || coalesce((SELECT pg_catalog.string_agg(' d' || d.oid::text || '.' || d.xmin::text, '' ORDER BY d.oid)
        FROM pg_catalog.pg_attrdef d), '')
    || coalesce((SELECT pg_catalog.string_agg(' f' || f.oid::text || '.' || f.xmin::text, '' ORDER BY f.oid)
        FROM pg_catalog.pg_proc f WHERE f.oid >= 16384), ''),
    pg_catalog.current_setting('search_path'),
    pg_catalog.current_setting('session_replication_role') || ' ' || pg_catalog.current_setting('synchronous_commit'),
    NULL::bytea
UNION ALL (SELECT 1, r.stream_id, r.sequence, r.position, r.at, r.asked, r.form::bigint, r.moves, r.body, r.key, r.hash
    FROM public.records r WHERE r.position BETWEEN $1 AND $2 ORDER BY r.position)
UNION ALL SELECT 2, s.id, s.sequence, NULL, NULL, NULL, NULL, s.name, NULL, NULL, s.hash
    FROM public.streams s WHERE s.id = ANY ($3)
UNION ALL SELECT 3, b.id, b.stream_id, b.units, b.owes::int::bigint, NULL, NULL, b.account, NULL, NULL, NULL
    FROM public.balances b WHERE b.id = ANY ($4)
UNION ALL SELECT 4, k.stream_id, k.asked, k.sequence, k.at, NULL, NULL, k.key, NULL, NULL, NULL
    FROM unnest($5::bigint[], $6::text[]) AS n (stream_id, key)
    JOIN public.keys k ON k.stream_id = n.stream_id AND k.key = n.key
UNION ALL SELECT 5, NULL, NULL, NULL, NULL, NULL, NULL, h.shelf, h.name, NULL, h.value
    FROM unnest($7::text[], $8::text[]) AS n (shelf, name)
    JOIN public.shelf h ON h.shelf = n.shelf AND h.name = n.name
