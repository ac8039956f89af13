/** Where the assistant keeps its chats. */
export const assistantDatabase = 'basalt-assistant'

/** Where the SQL editor keeps the last results of queries. */
export const storedRunsDatabase = 'basalt-runs'

/** Deletes the databases of the browser that belong to the person who signs out. */
export function deletePersonalDatabases(): void {
  try {
    for (const name of [assistantDatabase, storedRunsDatabase]) indexedDB.deleteDatabase(name)
  } catch {
    // A browser that has no databases has nothing in them.
  }
}
