import { logSourceCatalog } from '@basalt/catalog/log-sources'

/** The fields of each source with their types, by its reference name. */
export const explorerFields = Object.fromEntries(
  logSourceCatalog.map(({ reference, fields }) => [reference, fields]),
)
