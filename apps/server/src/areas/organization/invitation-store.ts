import type { Assignment } from '@basalt/access'

import type { Store } from '../../store/store.ts'

export type StoredInvitation = {
  id: string
  organizationId: number
  email: string
  assignment: Assignment
  /** Null when the account was deleted. */
  invitedBy: { userId: string; email: string } | null
  createdAt: Date
  expiresAt: Date
}

const rows = (store: Store) =>
  store
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select([
      'invitations.id',
      'organization_id',
      'invitations.email',
      'role',
      'project_roles',
      'invited_by',
      'users.email as inviter',
      'invitations.created_at',
      'expires_at',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const present = (row: Row): StoredInvitation => ({
  id: row.id,
  organizationId: row.organization_id,
  email: row.email,
  assignment: { role: row.role, project_roles: row.project_roles },
  invitedBy:
    row.invited_by === null || row.inviter === null
      ? null
      : { userId: row.invited_by, email: row.inviter },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

/** Of one organization, newest first; expired ones too. */
export async function listInvitations(
  store: Store,
  organizationId: number,
): Promise<StoredInvitation[]> {
  const found = await rows(store)
    .where('organization_id', '=', organizationId)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.email')
    .execute()
  return found.map(present)
}

export async function findInvitation(
  store: Store,
  organizationId: number,
  id: string,
): Promise<StoredInvitation | null> {
  const row = await rows(store)
    .where('organization_id', '=', organizationId)
    .where('invitations.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : present(row)
}

/** The invitation that a link names, unless it has expired. */
export async function findInvitationByToken(
  store: Store,
  tokenHash: Buffer,
): Promise<StoredInvitation | null> {
  const row = await rows(store)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return row === undefined ? null : present(row)
}

/** Creates or renews the invitation of an address: the newest link works, older ones do not. */
export async function saveInvitation(
  tx: Store,
  invitation: {
    organizationId: number
    email: string
    assignment: Assignment
    invitedBy: string
    tokenHash: Buffer
    expiresAt: Date
  },
): Promise<{ id: string; isNew: boolean }> {
  const values = {
    role: invitation.assignment.role,
    project_roles: JSON.stringify(invitation.assignment.project_roles),
    invited_by: invitation.invitedBy,
    token_hash: invitation.tokenHash,
    created_at: new Date(),
    expires_at: invitation.expiresAt,
  }
  const renewed = await tx
    .updateTable('invitations')
    .set(values)
    .where('organization_id', '=', invitation.organizationId)
    .where('email', '=', invitation.email)
    .returning('id')
    .executeTakeFirst()
  if (renewed !== undefined) return { id: renewed.id, isNew: false }
  const { id } = await tx
    .insertInto('invitations')
    .values({ ...values, organization_id: invitation.organizationId, email: invitation.email })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, isNew: true }
}

export async function deleteInvitation(tx: Store, id: string): Promise<void> {
  await tx.deleteFrom('invitations').where('id', '=', id).execute()
}
