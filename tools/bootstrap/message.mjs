/** Ends the command with a text for the person who typed it: no stack, no code. */
export class Refusal extends Error {}

/**
 * @param {string} text
 * @returns {never}
 */
export function fail(text) {
  throw new Refusal(text)
}

/**
 * Runs a command of this folder: a refusal prints its text and exits with code 1; any other error
 * is a defect and prints its stack.
 *
 * @param {() => unknown} command
 */
export async function run(command) {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(`\n${error.message}\n`)
    process.exitCode = 1
  }
}
