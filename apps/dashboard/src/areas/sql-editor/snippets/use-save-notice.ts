import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { useSetting } from '../../../lib/storage/use-setting.ts'
import type { OpenSnippet } from './use-snippet.ts'

/** Whether the user has to know, or to decide, that the query is not saved. */
export function useSaveNotice({ theirs, error, isOnlyInMemory }: OpenSnippet): boolean {
  const [savesByHand] = useSetting(sqlStorage.savesByHand)
  return theirs !== null || error !== null || (isOnlyInMemory && savesByHand)
}
