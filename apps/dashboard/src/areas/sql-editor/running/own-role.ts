import { rowRights } from '@basalt/contract/database/changes'

import { useCan } from '../../../lib/access/access.tsx'

/** The default role of queries. */
export const useOwnRole = (): string => (useCan(rowRights.update) ? 'postgres' : 'read-only')
