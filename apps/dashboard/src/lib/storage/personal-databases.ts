/** The database of the assistant's chats. */
export const assistantDatabase = 'basalt-assistant'

/** The database of the SQL editor's last results. */
export const storedRunsDatabase = 'basalt-runs'

/** Deletes the databases of the browser that belong to the person who signs out. */
export function deletePersonalDatabases(): void {
  try {
    for (const name of [assistantDatabase, storedRunsDatabase]) indexedDB.deleteDatabase(name)
  } catch {
    // A browser without IndexedDB has nothing to delete.
  }
}
