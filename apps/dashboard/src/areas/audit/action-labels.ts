import { rightsFor } from '@basalt/access'
import type { AuditEntry } from '@basalt/contract'

/** What happened, in words that follow who did it. Actions without an entry speak for themselves. */
const words: Readonly<Record<string, string>> = {
  'access.refused': 'tried something without the right to',
  'access_token.created': 'made an access token',
  'access_token.revoked': 'revoked an access token',
  'account.signed_up': 'signed up',
  'assistant.asked': 'asked the assistant',
  'column_privileges.changed': 'changed privileges of columns',
  'database.exported': 'exported the database',
  'home_block.created': 'put a block on a project home',
  'home_block.moved': 'moved the blocks of a project home',
  'home_block.removed': 'removed a block from a project home',
  'home_block.updated': 'changed a block of a project home',
  'identity.linked': 'linked a way to sign in',
  'incident.changed': 'changed what an incident is about',
  'incident.opened': 'published an incident',
  'incident.resolved': 'resolved an incident',
  'incident.updated': 'told more of an incident',
  'index.created': 'created an index',
  'invitation.accepted': 'accepted an invitation',
  'invitation.created': 'invited',
  'invitation.revoked': 'revoked an invitation',
  'member.joined': 'joined',
  'member.left': 'left',
  'member.removed': 'removed a member',
  'member.role_changed': 'changed the role of a member',
  'notice.switched_off': 'took a notice away',
  'notice.switched_on': 'showed a notice',
  'operator.granted': 'made somebody an operator',
  'operator.revoked': 'made somebody no operator',
  'organization.ai_opt_in_changed': 'changed what the assistant may use',
  'organization.created': 'created the organization',
  'organization.deleted': 'deleted the organization',
  'organization.mfa_requirement_changed': 'changed whether MFA is required',
  'organization.restriction_changed': 'changed the restriction of the organization',
  'organization.spend_step_changed': 'reached another step of the spend cap',
  'organization.sql_audit_changed': 'changed what the log keeps of queries',
  'organization.updated': 'changed the name or slug',
  'ownership.transferred': 'transferred the ownership',
  'project.created': 'created a project',
  'project.deleted': 'deleted a project',
  'project.paused': 'paused a project',
  'project.read_only_changed': 'changed whether the database is read-only',
  'project.production_changed': 'marked a project for production, or not',
  'project.renamed': 'renamed a project',
  'project.restarted': 'restarted a project',
  'project.restored': 'restored a project',
  'project.status_changed': 'changed the status of a project',
  'release_gate.changed': 'changed a release gate',
  'rows.change_undone': 'undid a change of rows',
  'rows.changed': 'changed rows',
  'rows.deleted': 'deleted rows',
  'rows.exported': 'exported rows',
  'rows.history_settings_changed': 'changed how long changes of rows are kept',
  'rows.import_accepted': 'took an import without its rejected rows',
  'query_runs.cleared': 'forgot the history of runs',
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
  'snippet.favoured': 'made a saved query a favourite, or no longer one',
  'snippet.restored': 'brought a saved query back',
  'snippet.updated': 'changed a saved query',
  'snippet_folder.created': 'made a folder for queries',
  'snippet_folder.deleted': 'deleted a folder for queries',
  'snippet_folder.restored': 'brought a folder for queries back',
  'snippet_folder.updated': 'changed a folder for queries',
  'sql.committed': 'committed a transaction',
  'sql.migrated': 'recorded a migration',
  'sql.rolled_back': 'rolled a transaction back',
  'sql.run': 'ran SQL',
  'sso.configured': 'changed single sign-on',
  'sso.domain_verified': 'proved a domain',
  'sso.removed': 'removed single sign-on',
  'sso.tested': 'tested an identity provider',
  'table.altered': 'changed a table',
  'table.created': 'created a table',
  'table.deleted_for_good': 'deleted a dropped table for good',
  'table.dropped': 'dropped a table',
  'table.duplicated': 'duplicated a table',
  'table.exported': 'exported a table',
  'table.protected': 'closed an open table',
  'table.restored': 'brought a table back',
  'table.rls_enabled': 'turned on row level security',
  'table.truncated': 'emptied a table',
  'view.changed': 'changed a view',
  'view.refreshed': 'refreshed a view',
}

/** `Renamed a project`; an action that is not known is read out: `Custom role created`. */
export function actionLabels(action: string): string {
  const said = words[action] ?? action.replaceAll(/[._]/gu, ' ')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** What it was done to; of SQL, which statements ran. */
export function targetText({ action, target, after }: AuditEntry): string {
  if (action === 'access.refused') return rightText(target.id)
  const statements = action === 'sql.run' ? after?.['statements'] : undefined
  if (typeof statements === 'object' && statements !== null) {
    return Object.keys(statements).join(', ')
  }
  return target.name ?? target.id
}

/** What the log can be narrowed to: an aggregate with all that happened to it. */
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
  { id: 'access', label: 'Refused access' },
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

/** What is said beside the name of whoever was no person in a browser. */
export const actorNote = (kind: keyof typeof actorNotes): string | undefined => actorNotes[kind]

/** `Rows are kept for 7 days`: what the organization's plan means for its log. */
export function retentionText(hours: number | null): string {
  if (hours === null) return 'Rows are kept without a limit.'
  const [count, unit] = hours < 24 ? [hours, 'hour'] : [hours / 24, 'day']
  return `Your plan keeps rows for ${count} ${count === 1 ? unit : `${unit}s`}; older ones are removed.`
}

/** A right as the table of rights names it, for what was refused. */
function rightText(permission: string): string {
  const [action = '', resource = ''] = permission.split(' ')
  const [right] = rightsFor({ action, resource })
  if (right === undefined) return permission
  return [right.section, right.resource, right.action].filter((part) => part !== '-').join(', ')
}
