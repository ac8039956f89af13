import { Offered } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { textLink } from './AuthLayout.tsx'

/** A link to the outbox when this install sends no emails. */
export function OutboxHint() {
  return (
    <Offered by="outbox">
      <p className="text-xs text-ink-faint">
        This install does not send email. Messages are stored in the{' '}
        <Link className={textLink} href={paths.outbox()}>
          outbox
        </Link>
        .
      </p>
    </Offered>
  )
}
