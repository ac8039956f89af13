import { z } from 'zod/mini'

/** Another object that needs this one, or that this one needs. */
export const relatedObject = z.object({
  /** The catalog and its oid there; a column has the id of its table. */
  catalog: z.string(),
  id: z.int(),
  /** Its kind as PostgreSQL names it, for example `table` or `function`. */
  type: z.string(),
  /** As PostgreSQL describes it. */
  description: z.string(),
})
