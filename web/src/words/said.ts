/** A text by its id in the catalogues, with what belongs into it; a text may belong into another. */
export interface Said {
  readonly id: string;
  readonly with?: Readonly<Record<string, Part>>;
}

export type Part = string | number | Said | readonly Said[];

/** A text, shortly. */
export const said = (id: string, parts?: Said["with"]): Said => (parts ? { id, with: parts } : { id });
