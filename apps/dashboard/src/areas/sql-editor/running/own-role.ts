import { rowRights } from '@basalt/contract/database/changes'

import { useCan } from '../../../lib/access/access.tsx'

/** What the role is called that queries run as unless another one is chosen. */
export const useOwnRole = (): string => (useCan(rowRights.update) ? 'postgres' : 'read-only')
