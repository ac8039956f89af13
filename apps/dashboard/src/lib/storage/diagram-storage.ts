import { setting, text } from './storage.ts'

/** Browser storage of the schema diagram. */
export const diagramStorage = {
  /** As JSON: the moved tables of a schema with their places, by name. */
  places: (ref: string, schema: string) =>
    setting<string | undefined>(`diagram.${ref}.${schema}`, text, undefined),
} as const
