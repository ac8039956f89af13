import { spawn } from 'node:child_process'
import { parse } from 'node:path'

import type { OperatingUser } from './operating-user.ts'

export type ToolOutput = { stdout: string; stderr: string }

/**
 * The environment of every PostgreSQL process. No variables are passed on: PGDATA or PGPORT would
 * change the tools' behaviour, and Basalt's variables contain secrets. (On Windows the system adds
 * the variables that every process needs.)
 */
export const toolEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Runs a program to its end. Rejects with its stderr when it fails. */
export function runTool(
  path: string,
  args: readonly string[],
  options: { user?: OperatingUser; input?: string } = {},
): Promise<ToolOutput> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, {
      ...options.user,
      // The directory we were started in may be closed to the user of PostgreSQL.
      cwd: parse(process.execPath).root,
      env: toolEnvironment,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    const output: ToolOutput = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    // The program may exit before it has read everything; its exit code decides.
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output)
      else reject(new Error(output.stderr.trim() || `${path} ended with ${code ?? signal}`))
    })
  })
}
