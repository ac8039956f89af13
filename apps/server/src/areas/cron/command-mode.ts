import { splitStatements } from '@basalt/pg-sql'

/** Statements that end the transaction around them, or refuse to run in one. */
const refusing =
  /^(begin|start\s+transaction|commit|end|rollback|abort|prepare\s+transaction|vacuum|call|(create|drop)\s+(database|tablespace)|alter\s+(database|system)|(create|drop|alter)\s+subscription|reindex|cluster)\b/iu
const concurrent = /^(create(\s+unique)?|drop)\s+index\s+concurrently\b/iu
const committingBlock = /^do\b[\s\S]*\b(commit|rollback)\b/iu

/**
 * Whether all of a command can run in one transaction with the mark of its run. Otherwise it runs
 * at most once: a run that is interrupted is not repeated.
 */
export const isTransactional = (command: string): boolean =>
  splitStatements(command).every(
    ({ text }) => !refusing.test(text) && !concurrent.test(text) && !committingBlock.test(text),
  )
