/** SPEC.md section 3, "Client libraries listed". */
export const clientLibraries = [
  'JavaScript',
  'Flutter',
  'Python (alpha)',
  'C#',
  'Swift',
  'Kotlin',
] as const
