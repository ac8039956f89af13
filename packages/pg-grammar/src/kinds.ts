import { isSet, getNode, getPart, toText, type Tree } from './tree.ts'

/** Names of object types in commands that differ from the parse tree. */
const objectLabels: Readonly<Record<string, string>> = {
  AMOP: 'OPERATOR FAMILY',
  AMPROC: 'OPERATOR FAMILY',
  ATTRIBUTE: 'TYPE',
  COLUMN: 'TABLE',
  DEFACL: 'DEFAULT PRIVILEGES',
  DOMCONSTRAINT: 'DOMAIN',
  FDW: 'FOREIGN DATA WRAPPER',
  FOREIGN_SERVER: 'SERVER',
  LARGEOBJECT: 'LARGE OBJECT',
  MATVIEW: 'MATERIALIZED VIEW',
  OPCLASS: 'OPERATOR CLASS',
  OPFAMILY: 'OPERATOR FAMILY',
  STATISTIC_EXT: 'STATISTICS',
  TABCONSTRAINT: 'TABLE',
  TSCONFIGURATION: 'TEXT SEARCH CONFIGURATION',
  TSDICTIONARY: 'TEXT SEARCH DICTIONARY',
  TSPARSER: 'TEXT SEARCH PARSER',
  TSTEMPLATE: 'TEXT SEARCH TEMPLATE',
}

/** `OBJECT_FOREIGN_TABLE` in the words of a command: `FOREIGN TABLE`. */
export function objectKind(type: string): string {
  const name = type.replace(/^OBJECT_/u, '')
  return objectLabels[name] ?? name.replaceAll('_', ' ')
}

/** Commands that are always called the same. */
const fixed: Readonly<Record<string, string>> = {
  AlterCollationStmt: 'ALTER COLLATION',
  AlterDatabaseRefreshCollStmt: 'ALTER DATABASE',
  AlterDatabaseSetStmt: 'ALTER DATABASE',
  AlterDatabaseStmt: 'ALTER DATABASE',
  AlterDefaultPrivilegesStmt: 'ALTER DEFAULT PRIVILEGES',
  AlterDomainStmt: 'ALTER DOMAIN',
  AlterEnumStmt: 'ALTER TYPE',
  AlterEventTrigStmt: 'ALTER EVENT TRIGGER',
  AlterExtensionContentsStmt: 'ALTER EXTENSION',
  AlterExtensionStmt: 'ALTER EXTENSION',
  AlterFdwStmt: 'ALTER FOREIGN DATA WRAPPER',
  AlterForeignServerStmt: 'ALTER SERVER',
  AlterOpFamilyStmt: 'ALTER OPERATOR FAMILY',
  AlterOperatorStmt: 'ALTER OPERATOR',
  AlterPolicyStmt: 'ALTER POLICY',
  AlterPublicationStmt: 'ALTER PUBLICATION',
  AlterRoleSetStmt: 'ALTER ROLE',
  AlterRoleStmt: 'ALTER ROLE',
  AlterSeqStmt: 'ALTER SEQUENCE',
  AlterStatsStmt: 'ALTER STATISTICS',
  AlterSubscriptionStmt: 'ALTER SUBSCRIPTION',
  AlterSystemStmt: 'ALTER SYSTEM',
  AlterTSConfigurationStmt: 'ALTER TEXT SEARCH CONFIGURATION',
  AlterTSDictionaryStmt: 'ALTER TEXT SEARCH DICTIONARY',
  AlterTableMoveAllStmt: 'ALTER TABLE',
  AlterTableSpaceOptionsStmt: 'ALTER TABLESPACE',
  AlterTypeStmt: 'ALTER TYPE',
  AlterUserMappingStmt: 'ALTER USER MAPPING',
  CallStmt: 'CALL',
  CheckPointStmt: 'CHECKPOINT',
  ClosePortalStmt: 'CLOSE CURSOR',
  ClusterStmt: 'CLUSTER',
  CommentStmt: 'COMMENT',
  CompositeTypeStmt: 'CREATE TYPE',
  ConstraintsSetStmt: 'SET CONSTRAINTS',
  CopyStmt: 'COPY',
  CreateAmStmt: 'CREATE ACCESS METHOD',
  CreateCastStmt: 'CREATE CAST',
  CreateConversionStmt: 'CREATE CONVERSION',
  CreateDomainStmt: 'CREATE DOMAIN',
  CreateEnumStmt: 'CREATE TYPE',
  CreateEventTrigStmt: 'CREATE EVENT TRIGGER',
  CreateExtensionStmt: 'CREATE EXTENSION',
  CreateFdwStmt: 'CREATE FOREIGN DATA WRAPPER',
  CreateForeignServerStmt: 'CREATE SERVER',
  CreateForeignTableStmt: 'CREATE FOREIGN TABLE',
  CreateOpClassStmt: 'CREATE OPERATOR CLASS',
  CreateOpFamilyStmt: 'CREATE OPERATOR FAMILY',
  CreatePLangStmt: 'CREATE LANGUAGE',
  CreatePolicyStmt: 'CREATE POLICY',
  CreatePublicationStmt: 'CREATE PUBLICATION',
  CreateRangeStmt: 'CREATE TYPE',
  CreateRoleStmt: 'CREATE ROLE',
  CreateSchemaStmt: 'CREATE SCHEMA',
  CreateSeqStmt: 'CREATE SEQUENCE',
  CreateStatsStmt: 'CREATE STATISTICS',
  CreateStmt: 'CREATE TABLE',
  CreateSubscriptionStmt: 'CREATE SUBSCRIPTION',
  CreateTableSpaceStmt: 'CREATE TABLESPACE',
  CreateTransformStmt: 'CREATE TRANSFORM',
  CreateTrigStmt: 'CREATE TRIGGER',
  CreateUserMappingStmt: 'CREATE USER MAPPING',
  CreatedbStmt: 'CREATE DATABASE',
  DeclareCursorStmt: 'DECLARE CURSOR',
  DeleteStmt: 'DELETE',
  DoStmt: 'DO',
  DropOwnedStmt: 'DROP OWNED',
  DropRoleStmt: 'DROP ROLE',
  DropSubscriptionStmt: 'DROP SUBSCRIPTION',
  DropTableSpaceStmt: 'DROP TABLESPACE',
  DropUserMappingStmt: 'DROP USER MAPPING',
  DropdbStmt: 'DROP DATABASE',
  ExecuteStmt: 'EXECUTE',
  ExplainStmt: 'EXPLAIN',
  ImportForeignSchemaStmt: 'IMPORT FOREIGN SCHEMA',
  IndexStmt: 'CREATE INDEX',
  InsertStmt: 'INSERT',
  ListenStmt: 'LISTEN',
  LoadStmt: 'LOAD',
  LockStmt: 'LOCK TABLE',
  MergeStmt: 'MERGE',
  NotifyStmt: 'NOTIFY',
  PrepareStmt: 'PREPARE',
  ReassignOwnedStmt: 'REASSIGN OWNED',
  RefreshMatViewStmt: 'REFRESH MATERIALIZED VIEW',
  ReindexStmt: 'REINDEX',
  RuleStmt: 'CREATE RULE',
  SecLabelStmt: 'SECURITY LABEL',
  TruncateStmt: 'TRUNCATE TABLE',
  UnlistenStmt: 'UNLISTEN',
  UpdateStmt: 'UPDATE',
  VariableShowStmt: 'SHOW',
  ViewStmt: 'CREATE VIEW',
}

const transactions: Readonly<Record<string, string>> = {
  TRANS_STMT_BEGIN: 'BEGIN',
  TRANS_STMT_START: 'START TRANSACTION',
  TRANS_STMT_COMMIT: 'COMMIT',
  TRANS_STMT_ROLLBACK: 'ROLLBACK',
  TRANS_STMT_ROLLBACK_TO: 'ROLLBACK TO SAVEPOINT',
  TRANS_STMT_SAVEPOINT: 'SAVEPOINT',
  TRANS_STMT_RELEASE: 'RELEASE',
  TRANS_STMT_PREPARE: 'PREPARE TRANSACTION',
  TRANS_STMT_COMMIT_PREPARED: 'COMMIT PREPARED',
  TRANS_STMT_ROLLBACK_PREPARED: 'ROLLBACK PREPARED',
}

type Name = (fields: Tree) => string

const alters =
  (key: string): Name =>
  (fields) =>
    `ALTER ${objectKind(toText(fields, key))}`

const renamed: Name = (fields) => {
  const type = toText(fields, 'renameType')
  const isPart = ['OBJECT_COLUMN', 'OBJECT_ATTRIBUTE'].includes(type)
  return `ALTER ${objectKind(isPart ? toText(fields, 'relationType') : type)}`
}

const createdAs: Name = (fields) => {
  if (isSet(fields, 'is_select_into')) return 'SELECT INTO'
  return toText(fields, 'objtype') === 'OBJECT_MATVIEW'
    ? 'CREATE MATERIALIZED VIEW'
    : 'CREATE TABLE AS'
}

const varied: Readonly<Record<string, Name>> = {
  AlterFunctionStmt: alters('objtype'),
  AlterObjectDependsStmt: alters('objectType'),
  AlterObjectSchemaStmt: alters('objectType'),
  AlterOwnerStmt: alters('objectType'),
  AlterTableStmt: alters('objtype'),
  CreateFunctionStmt: (fields) =>
    isSet(fields, 'is_procedure') ? 'CREATE PROCEDURE' : 'CREATE FUNCTION',
  CreateTableAsStmt: createdAs,
  DeallocateStmt: (fields) => (toText(fields, 'name') === '' ? 'DEALLOCATE ALL' : 'DEALLOCATE'),
  DefineStmt: (fields) => `CREATE ${objectKind(toText(fields, 'kind'))}`,
  DiscardStmt: (fields) => toText(fields, 'target').replace('_', ' '),
  DropStmt: (fields) => `DROP ${objectKind(toText(fields, 'removeType'))}`,
  FetchStmt: (fields) => (isSet(fields, 'ismove') ? 'MOVE' : 'FETCH'),
  GrantRoleStmt: (fields) => (isSet(fields, 'is_grant') ? 'GRANT ROLE' : 'REVOKE ROLE'),
  GrantStmt: (fields) => (isSet(fields, 'is_grant') ? 'GRANT' : 'REVOKE'),
  RenameStmt: renamed,
  SelectStmt: (fields) =>
    Object.keys(getPart(fields, 'intoClause')).length > 0 ? 'SELECT INTO' : 'SELECT',
  TransactionStmt: (fields) => transactions[toText(fields, 'kind')] ?? 'OTHER',
  VacuumStmt: (fields) => (isSet(fields, 'is_vacuumcmd') ? 'VACUUM' : 'ANALYZE'),
  VariableSetStmt: (fields) => (toText(fields, 'kind').startsWith('VAR_RESET') ? 'RESET' : 'SET'),
}

/** The command of a statement as PostgreSQL reports it: `SELECT`, `CREATE TABLE`. */
export function getKind(statement: Tree): string {
  const node = getNode(statement)
  if (node === null) return 'OTHER'
  return fixed[node.name] ?? varied[node.name]?.(node.fields) ?? 'OTHER'
}
