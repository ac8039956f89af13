import type { PasskeyProblem } from '../lib/forms/passkey.ts'

/** Why passkeys cannot be used here, with the way to the address where they can. */
export function PasskeyProblemText({ problem: { reason, href } }: { problem: PasskeyProblem }) {
  return (
    <>
      {reason}
      {href !== undefined && (
        <>
          {' '}
          <a href={href} className="text-accent underline underline-offset-2">
            Open this page at {new URL(href).host}
          </a>
        </>
      )}
    </>
  )
}
