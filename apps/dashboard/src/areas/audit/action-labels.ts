import { rightsFor } from '@basalt/access'
import type { AuditEntry } from '@basalt/contract/organization/audit'

/**
 * Descriptions of actions that follow the actor. Actions without an entry are shown by their name.
 */
const words: Readonly<Record<string, string>> = {
  'access.refused': 'was denied access',
  'access_token.created': 'created an access token',
  'access_token.revoked': 'revoked an access token',
  'account.signed_up': 'signed up',
  'advisor.fixed': 'ran the fix of an advisor',
  'advisor.ignored': 'ignored a finding of the advisors',
  'advisor.unignored': 'stopped ignoring a finding of the advisors',
  'assistant.asked': 'used the assistant',
  'column_privileges.changed': 'changed column privileges',
  'database.exported': 'exported the database',
  'home_block.created': 'pinned a block to a project home',
  'home_block.moved': 'rearranged the blocks of a project home',
  'home_block.removed': 'removed a block from a project home',
  'home_block.updated': 'changed a block of a project home',
  'report.created': 'created an observability page',
  'report.deleted': 'deleted an observability page',
  'report.updated': 'changed an observability page',
  'identity.linked': 'linked an identity',
  'incident.changed': 'edited an incident',
  'incident.opened': 'published an incident',
  'incident.resolved': 'resolved an incident',
  'incident.updated': 'posted an incident update',
  'index_proof.cancelled': 'cancelled the proof of an index',
  'index_proof.started': 'started the proof of an index',
  'index.created': 'created an index',
  'invitation.accepted': 'accepted an invitation',
  'invitation.created': 'invited',
  'invitation.revoked': 'revoked an invitation',
  'member.joined': 'joined',
  'member.left': 'left',
  'member.removed': 'removed a member',
  'member.role_changed': "changed a member's role",
  'notice.switched_off': 'removed a notice',
  'notice.switched_on': 'published a notice',
  'operator.granted': 'granted operator access',
  'operator.revoked': 'revoked operator access',
  'organization.ai_opt_in_changed': 'changed the assistant settings',
  'organization.created': 'created the organization',
  'organization.deleted': 'deleted the organization',
  'organization.mfa_requirement_changed': 'changed the MFA requirement',
  'organization.restriction_changed': 'changed the restriction of the organization',
  'organization.spend_step_changed': 'reached a spend limit',
  'organization.sql_audit_changed': 'changed the query logging settings',
  'organization.updated': 'changed the name or slug',
  'ownership.transferred': 'transferred ownership',
  'project.created': 'created a project',
  'project.deleted': 'deleted a project',
  'project.paused': 'paused a project',
  'project.read_only_changed': 'changed the read-only mode of the database',
  'project.production_changed': 'changed the production setting of a project',
  'project.renamed': 'renamed a project',
  'project.restarted': 'restarted a project',
  'project.restored': 'restored a project',
  'project.status_changed': 'changed the status of a project',
  'release_gate.changed': 'changed a release gate',
  'rows.change_undone': 'undid a row change',
  'rows.changed': 'changed rows',
  'rows.deleted': 'deleted rows',
  'rows.exported': 'exported rows',
  'rows.history_settings_changed': 'changed the retention of row history',
  'rows.import_accepted': 'finished an import without its rejected rows',
  'query_runs.cleared': 'cleared the query history',
  'rows.imported': 'imported rows',
  'rows.inserted': 'inserted a row',
  'rows.updated': 'updated a row',
  'schema.exported': 'exported a schema',
  'session.ended': 'signed out',
  'session.refused': 'failed to sign in',
  'session.revoked': 'ended a session',
  'session.started': 'signed in',
  'snippet.created': 'saved a query',
  'snippet.deleted': 'deleted a saved query',
  'snippet.favoured': 'changed a favorite query',
  'snippet.restored': 'restored a saved query',
  'snippet.updated': 'changed a saved query',
  'snippet_folder.created': 'created a query folder',
  'snippet_folder.deleted': 'deleted a query folder',
  'snippet_folder.restored': 'restored a query folder',
  'snippet_folder.updated': 'changed a query folder',
  'sql.committed': 'committed a transaction',
  'sql.migrated': 'recorded a migration',
  'sql.rolled_back': 'rolled a transaction back',
  'sql.run': 'ran SQL',
  'sso.configured': 'changed single sign-on',
  'sso.domain_verified': 'verified a domain',
  'sso.removed': 'removed single sign-on',
  'sso.tested': 'tested an identity provider',
  'table.altered': 'changed a table',
  'table.created': 'created a table',
  'table.deleted_for_good': 'permanently deleted a dropped table',
  'table.dropped': 'dropped a table',
  'table.duplicated': 'duplicated a table',
  'table.exported': 'exported a table',
  'table.protected': 'closed a table tab',
  'table.restored': 'restored a table',
  'table.rls_enabled': 'enabled row level security',
  'table.truncated': 'truncated a table',
  'view.changed': 'changed a view',
  'view.refreshed': 'refreshed a view',
}

/** `Renamed a project`; an action that is not known is read out: `Custom role created`. */
export function actionLabels(action: string): string {
  const said = words[action] ?? action.replaceAll(/[._]/gu, ' ')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** The object of an action; for SQL, the kinds of statements. */
export function targetText({ action, target, after }: AuditEntry): string {
  if (action === 'access.refused') return rightText(target.id)
  const statements = action === 'sql.run' ? after?.['statements'] : undefined
  if (typeof statements === 'object' && statements !== null) {
    return Object.keys(statements).join(', ')
  }
  return target.name ?? target.id
}

/** Filters of the log: a subject with all its actions. */
export const actionGroups = [
  { id: 'organization', label: 'Organization' },
  { id: 'member', label: 'Members' },
  { id: 'invitation', label: 'Invitations' },
  { id: 'custom_role', label: 'Custom roles' },
  { id: 'ownership', label: 'Ownership' },
  { id: 'sso', label: 'Single sign-on' },
  { id: 'project', label: 'Projects' },
  { id: 'sql', label: 'SQL' },
  { id: 'rows', label: 'Rows' },
  { id: 'snippet', label: 'Saved queries' },
  { id: 'access', label: 'Access denied' },
  { id: 'access_token', label: 'Access tokens' },
  { id: 'session', label: 'Sessions' },
  { id: 'account', label: 'Accounts' },
  { id: 'password', label: 'Passwords' },
] as const

const actorNotes = {
  user: undefined,
  token: 'Access token',
  staff: 'Platform staff',
  system: 'System',
  nobody: 'Not signed in',
} as const

/** A note next to the name of an actor that is not a user in a browser. */
export const actorNote = (kind: keyof typeof actorNotes): string | undefined => actorNotes[kind]

/** `Rows are kept for 7 days`: the plan's retention of the log. */
export function retentionText(hours: number | null): string {
  if (hours === null) return 'Entries are kept indefinitely.'
  const [count, unit] = hours < 24 ? [hours, 'hour'] : [hours / 24, 'day']
  return `Your plan keeps entries for ${count} ${count === 1 ? unit : `${unit}s`}; older ones are deleted.`
}

/** The name of a right in the rights table, for refusals. */
function rightText(permission: string): string {
  const [action = '', resource = ''] = permission.split(' ')
  const [right] = rightsFor({ action, resource })
  if (right === undefined) return permission
  return [right.section, right.resource, right.action].filter((part) => part !== '-').join(', ')
}
