import type { IndexRow } from '@basalt/contract/database/objects/indexes'

import { Badge } from '../../../../ui/Status.tsx'

/** The purpose of an index, and its problems. */
export function IndexState({ row }: { row: IndexRow }) {
  return (
    <span className="flex flex-wrap gap-1">
      {!row.is_valid && <Badge tone="bad">Invalid</Badge>}
      {row.duplicate_of !== null && <Badge tone="warn">Duplicate</Badge>}
      {row.is_unused && <Badge tone="warn">Unused</Badge>}
      {row.constraint !== null && <Badge>Constraint</Badge>}
      {row.constraint === null && row.is_unique && <Badge>Unique</Badge>}
      {row.is_partitioned && <Badge>Partitioned</Badge>}
    </span>
  )
}
