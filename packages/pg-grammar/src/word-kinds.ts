/** Statements whose second word is the object type. */
const withObject = new Set(['ALTER', 'COMMENT', 'CREATE', 'DROP', 'IMPORT', 'REFRESH'])

const commands = new Set(
  `ABORT ALTER ANALYZE BEGIN CALL CHECKPOINT CLOSE CLUSTER COMMENT COMMIT COPY CREATE DEALLOCATE
  DECLARE DELETE DISCARD DO DROP END EXECUTE EXPLAIN FETCH GRANT IMPORT INSERT LISTEN LOAD LOCK
  MERGE MOVE NOTIFY PREPARE REASSIGN REFRESH REINDEX RELEASE RESET REVOKE ROLLBACK SAVEPOINT
  SECURITY SELECT SET SHOW START TABLE TRUNCATE UNLISTEN UPDATE VACUUM VALUES WITH`.split(/\s+/u),
)

const objects = new Set(
  `ACCESS AGGREGATE CAST COLLATION COLUMN CONSTRAINT CONVERSION DATABASE DEFAULT DOMAIN EVENT
  EXTENSION FOREIGN FUNCTION GROUP INDEX LANGUAGE LARGE MATERIALIZED OPERATOR OWNED POLICY
  PROCEDURE PUBLICATION ROLE ROUTINE RULE SCHEMA SEQUENCE SERVER STATISTICS SUBSCRIPTION SYSTEM
  TABLE TABLESPACE TEXT TRANSFORM TRIGGER TYPE USER VIEW`.split(/\s+/u),
)

/** Words between the command and its object that do not change the object type. */
const fillers = new Set(['OR', 'REPLACE', 'TEMP', 'TEMPORARY', 'UNLOGGED', 'UNIQUE', 'RECURSIVE'])

/**
 * The kind of a statement in PostgreSQL's own words: `SELECT`, `CREATE TABLE`. It contains no text
 * of the author; unknown statements are `OTHER`.
 */
export function describeKindOf(text: string): string {
  const words = firstWords(text)
  const [command = ''] = words
  if (!commands.has(command)) return 'OTHER'
  if (!withObject.has(command)) return command
  const object = words.slice(1).find((word) => !fillers.has(word) && word !== 'ON')
  return object !== undefined && objects.has(object) ? `${command} ${object}` : command
}

function firstWords(text: string): string[] {
  const words: string[] = []
  let rest = text
  while (words.length < 6) {
    rest = rest.replace(/^(?:[\s(]|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)+/u, '')
    const word = /^[a-z]+/iu.exec(rest)?.[0]
    if (word === undefined) break
    words.push(word.toUpperCase())
    rest = rest.slice(word.length)
  }
  return words
}
