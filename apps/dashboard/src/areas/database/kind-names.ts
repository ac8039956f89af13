/**
 * The kinds of database objects with a list and a page, in the order of the navigation. What a
 * kind shows is in `kinds/`, which is loaded with the first visit.
 */
export const kindNames = [
  { kind: 'sequences', label: 'Sequences', words: 'numbers serial identity nextval' },
] as const satisfies readonly { kind: string; label: string; words: string }[]

export type KindName = (typeof kindNames)[number]['kind']
