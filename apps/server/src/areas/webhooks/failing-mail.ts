import type { Mailer } from '../../mail/mailer.ts'
import type { Log } from '../../process/log.ts'
import type { Store } from '../../store/store.ts'
import type { Hook } from './hook-store.ts'

type Services = { store: Store; mailer: Mailer; log: Log; publicUrl: string }

/** Tells the owners of a project's organization that a receiver fails; never fails itself. */
export async function mailFailingHook(
  { store, mailer, log, publicUrl }: Services,
  { ref, hook, error }: { ref: string; hook: Hook; error: string },
): Promise<void> {
  try {
    const owners = await store
      .selectFrom('projects')
      .innerJoin('members', 'members.organization_id', 'projects.organization_id')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select(['users.email', 'projects.name'])
      .where('projects.ref', '=', ref)
      .where('members.role', '=', 'Owner')
      .execute()
    const table = `${hook.schema}.${hook.table}`
    const sent = owners.map(({ email, name }) =>
      mailer.send({
        to: email,
        subject: `${name}: the webhook ${hook.name} fails`,
        text: [
          `The receiver of the webhook ${hook.name} on ${table} failed several times in a row.`,
          `Last error: ${error}`,
          'Its events are kept. Single events probe the receiver, and deliveries go on by themselves when it accepts one.',
          `${publicUrl}/project/${ref}/database/hooks`,
        ].join('\n\n'),
      }),
    )
    await Promise.all(sent)
  } catch (failure) {
    log.warn({ err: failure, project: ref }, 'The mail about a failing webhook was not sent')
  }
}
