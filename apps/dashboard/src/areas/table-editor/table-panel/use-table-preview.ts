import { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'
import type { SentTo } from '@basalt/contract/route'

import { query } from '../../../lib/network/api.ts'
import type { Previewed } from '../../../product/sql-preview/previewed.ts'
import { usePreview } from '../../../product/sql-preview/use-preview.ts'

export type PreviewedChange = SentTo<typeof routes.preview>['body']

/** The SQL of a change of a table. */
export const useTablePreview = (ref: string, change: PreviewedChange | null): Previewed =>
  usePreview(change, (body) => query(routes.preview, { params: { ref }, body }))
