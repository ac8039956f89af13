import type { ShownAssignment } from '@basalt/contract/organization/roles'

type Invitation = {
  email: string
  organization: { name: string; slug: string }
  invitedBy: string
  assignment: ShownAssignment
  token: string
}

/** The mail of an invitation. It is the same whether or not the address has an account. */
export function invitationMail(publicUrl: string, invitation: Invitation) {
  const { email, organization, invitedBy, assignment, token } = invitation
  const name = organization.name.replaceAll(/\s+/gu, ' ')
  const query = new URLSearchParams({ token, slug: organization.slug })
  return {
    to: email,
    subject: `Join ${name} on Basalt`,
    text: `${invitedBy} invites you to the organization ${name} on Basalt: ${roleText(assignment)}.

Accept within 24 hours:
${publicUrl}/join?${query.toString()}

Sign in as ${email}, or create an account with this address; the invitation is for nobody else. If you do not know ${invitedBy}, delete this mail and nothing happens.`,
  }
}

function roleText({ role, project_roles }: ShownAssignment): string {
  if (role !== null) return `as ${role}`
  return project_roles
    .map((one) => `as ${one.role ?? one.custom_role_name ?? ''} in the project ${one.project_name}`)
    .join(', ')
}
