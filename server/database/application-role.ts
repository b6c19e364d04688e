import { type Kysely, sql } from 'kysely';
import { sha256Hex } from '../sha256.ts';
import { type DatabaseContents, listTables } from './tables.ts';

/** PostgreSQL truncates longer names (NAMEDATALEN - 1), in bytes. */
const longestNameBytes = 63;

/** Schema of the job queue. The role owns it, because pg-boss maintains its own tables. */
export const jobsSchema = 'pgboss';

/** The role under which the application works on the database called `databaseName`. */
export function applicationRoleName(databaseName: string): string {
  const name = `${databaseName}_application`;
  if (Buffer.byteLength(name) <= longestNameBytes) return name;
  return `writing_ant_${sha256Hex(databaseName).slice(0, 32)}`;
}

/**
 * Makes sure that the role exists and that the connecting user may assume it. Where the user may not arrange that
 * itself, throws a sentence with the SQL that an administrator has to run. Returns the role's name.
 */
export async function ensureApplicationRole(owner: Kysely<unknown>): Promise<string> {
  const { user, database } = await getConnection(owner);
  const role = applicationRoleName(database);
  if (await canTakeOn(owner, role)) return role;
  try {
    if (!(await exists(owner, role))) await sql`create role ${sql.id(role)} nologin`.execute(owner);
    await sql`grant ${sql.id(role)} to ${sql.id(user)}`.execute(owner);
  } catch (error) {
    throw new Error(
      `The database user ${user} may not make the role ${role}. As an administrator of the database server, run: ` +
        `CREATE ROLE "${role}" NOLOGIN; GRANT "${role}" TO "${user}";`,
      { cause: error },
    );
  }
  return role;
}

/** Code of the error when a connection does not work under the role. */
export const wrongRole = 'WRONG_DATABASE_ROLE';

/** Asks under whom a connection works. Throws a sentence, with the code `wrongRole`, where that is not `role`. */
export async function requireRole(
  ask: (statement: string) => Promise<{ rows: { role: string }[] }>,
  role: string,
): Promise<void> {
  const { rows } = await ask('select current_user::text as role');
  const present = rows[0]?.role;
  if (present === role) return;
  const sentence =
    `The database lets the application work as ${present} and not as ${role}, whose rights keep evidence from being changed. A ` +
    'pooler in between (PgBouncer: ignore_startup_parameters) takes the role away: let DATABASE_URL name PostgreSQL itself.';
  throw Object.assign(new Error(sentence), { code: wrongRole });
}

/**
 * Makes sure that a login other than the owner's, which then owns nothing itself, may work under the role. Throws a
 * sentence for an administrator.
 */
export async function lendRole(owner: Kysely<unknown>, role: string, login: string): Promise<void> {
  const { rows } = await sql<{ isMember: boolean }>`
    select pg_has_role(rolname, ${role}, 'member') as "isMember" from pg_roles where rolname = ${login}`.execute(owner);
  if (!rows[0]) throw new Error(`DATABASE_URL names the user ${login}, which the database server does not know.`);
  if (rows[0].isMember) return;
  try {
    await sql`grant ${sql.id(role)} to ${sql.id(login)}`.execute(owner);
  } catch (error) {
    throw new Error(
      `The database user ${login} may not work as ${role}. As an administrator of the database server, run: ` +
        `GRANT "${role}" TO "${login}";`,
      { cause: error },
    );
  }
}

/**
 * Sets the role's privileges to exactly those named in the lists of tables. Done at every start rather than in a
 * migration, so that a table that becomes append-only, or a database restored without privileges, is correct at once.
 * Throws a sentence when the job queue was restored with the wrong owner.
 */
export async function setApplicationPrivileges(
  owner: Kysely<unknown>,
  role: string,
  { tables, expiryFunctions }: DatabaseContents,
): Promise<void> {
  const grantee = sql.id(role);
  await owner.transaction().execute(async (trx) => {
    await sql`do $$ begin
      if not has_schema_privilege(${sql.lit(role)}, current_schema(), 'usage') then
        execute format('grant usage on schema %I to %I', current_schema(), ${sql.lit(role)});
      end if;
    end $$`.execute(trx);
    for (const [rule, privileges] of [
      ['append-only', sql`select, insert`],
      ['read-only', sql`select`],
      ['changeable', sql`select, insert, update, delete`],
    ] as const) {
      const all = listTables(tables, rule);
      if (all.length === 0) continue;
      const names = sql.join(all.map((table) => sql.table(table)));
      await sql`revoke all on ${names} from ${grantee}`.execute(trx);
      await sql`grant ${privileges} on ${names} to ${grantee}`.execute(trx);
    }
    for (const name of expiryFunctions) await sql`grant execute on function ${sql.id(name)} to ${grantee}`.execute(trx);
    await ensureJobsSchema(trx, role);
  });
}

async function ensureJobsSchema(trx: Kysely<unknown>, role: string): Promise<void> {
  const { rows } = await sql<{ owner: string }>`
    select pg_get_userbyid(nspowner)::text as owner from pg_namespace where nspname = ${jobsSchema}`.execute(trx);
  const owner = rows[0]?.owner;
  if (!owner) await sql`create schema ${sql.id(jobsSchema)} authorization ${sql.id(role)}`.execute(trx);
  else if (owner !== role)
    throw new Error(
      `The job queue belongs to ${owner} and not to ${role}, as after restoring a backup that holds it. ` +
        `To let the server make it anew, run: DROP SCHEMA "${jobsSchema}" CASCADE;`,
    );
}

async function getConnection(owner: Kysely<unknown>): Promise<{ user: string; database: string }> {
  const { rows } = await sql<{ user: string; database: string }>`
    select current_user::text as "user", current_database()::text as database`.execute(owner);
  return rows[0]!;
}

async function exists(owner: Kysely<unknown>, role: string): Promise<boolean> {
  const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(owner);
  return rows.length > 0;
}

/** Tried rather than looked up: what membership allows differs between versions 15 and 16. */
async function canTakeOn(owner: Kysely<unknown>, role: string): Promise<boolean> {
  if (!(await exists(owner, role))) return false;
  try {
    await owner.transaction().execute((trx) => sql`set local role ${sql.id(role)}`.execute(trx));
    return true;
  } catch {
    return false;
  }
}
