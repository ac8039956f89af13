import { administrators, developers, everyone, owners, type RightRow } from './right.ts'

/** Rights for features that the published table does not have. */
export const ownRights: readonly RightRow[] = [
  ['Organization', 'Organization Management', 'View', everyone, 'read:Read organizations'],
  ['Organization', 'Security', 'View', everyone, 'read:Read organizations.security'],
  ['Organization', 'Security', 'Update', owners, 'write:Update organizations.security'],
  ['Organization', 'Single Sign-On', 'View', everyone, 'read:Read organizations.sso'],
  ['Organization', 'Single Sign-On', 'Update', owners, 'write:Update organizations.sso'],
  ['Members', 'Ownership', 'Transfer', owners, 'write:Update members.ownership'],
  ['Members', 'Read-only', 'Add', administrators, 'write:Create members.read-only'],
  ['Members', 'Read-only', 'Remove', administrators, 'write:Delete members.read-only'],
  [
    'Members',
    'Read-only (Project-Scoped)',
    'Add',
    administrators,
    'write:Create members.read-only.project',
  ],
  [
    'Members',
    'Read-only (Project-Scoped)',
    'Remove',
    administrators,
    'write:Delete members.read-only.project',
  ],
  [
    'Members',
    'Custom Role (Project-Scoped)',
    'Add',
    administrators,
    'write:Create members.custom.project',
  ],
  [
    'Members',
    'Custom Role (Project-Scoped)',
    'Remove',
    administrators,
    'write:Delete members.custom.project',
  ],
  ['Members', 'Custom Roles', 'List', everyone, 'read:Read roles'],
  ['Members', 'Custom Roles', 'Create', administrators, 'write:Create roles'],
  ['Members', 'Custom Roles', 'Update', administrators, 'write:Update roles'],
  ['Members', 'Custom Roles', 'Delete', administrators, 'write:Delete roles'],
  ['SQL Editor', 'Shared Queries', 'Update', developers, 'write:Update user_content.shared'],
  ['SQL Editor', 'Shared Queries', 'Delete', developers, 'write:Delete user_content.shared'],
  ['Project', 'Project Management', 'View', everyone, 'read:Read projects'],
  ['Database Configuration', 'Vault', 'Reveal', developers, 'secrets:Read vault'],
]
