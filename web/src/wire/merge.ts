/** A document after a merge patch (RFC 7396). What the patch does not touch stays the same object. */
export function merged(document: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const fields: Record<string, unknown> = isObject(document) ? { ...document } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete fields[name];
    else fields[name] = merged(fields[name], value);
  }
  return fields;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
