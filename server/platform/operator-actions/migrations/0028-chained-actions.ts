import { type Kysely, sql } from 'kysely';

/**
 * Each action is numbered and hashed together with the hash of the one before, by the database itself; the chain's row says where it
 * begins, after what has expired, and where it ends. So no row can be changed, removed or put in between without being found
 * (`operator-actions.ts` reckons the hashes anew). Rows of a dump bring their own.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  const schema = sql.id(rows[0]!.name);
  await sql`
    create table operator_action_chain (
      is_only boolean primary key default true check (is_only),
      start_position bigint not null,
      start_sha256 text not null,
      end_position bigint not null,
      end_sha256 text not null
    )`.execute(database);
  await sql`insert into operator_action_chain values (true, 0, repeat('0', 64), 0, repeat('0', 64))`.execute(database);
  await sql`alter table operator_actions add column position bigint, add column sha256 text`.execute(database);
  await sql`
    create function chained_field(field text) returns text language sql immutable as $$
      select case when field is null then '-' else char_length(field) || ':' || field end $$`.execute(database);
  await sql`
    create function chain_operator_action(action operator_actions) returns operator_actions
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    declare link operator_action_chain;
    begin
      select * into strict link from operator_action_chain for update;
      action.position := link.end_position + 1;
      action.sha256 := encode(sha256(convert_to(
        link.end_sha256 || chained_field(action.position::text) || chained_field(action.id::text) || chained_field(action.command)
          || chained_field(action.subject) || chained_field(action.outcome) || chained_field(action.actor)
          || chained_field(floor(extract(epoch from action.performed_at) * 1000)::bigint::text), 'UTF8')), 'hex');
      update operator_action_chain set end_position = action.position, end_sha256 = action.sha256;
      return action;
    end $$`.execute(database);
  await sql`
    create function on_operator_action() returns trigger
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    begin
      if new.sha256 is not null then return new; end if;
      return chain_operator_action(new);
    end $$`.execute(database);
  await sql`
    do $$
    declare action operator_actions;
    begin
      for action in select * from operator_actions order by performed_at, id loop
        action := chain_operator_action(action);
        update operator_actions set position = action.position, sha256 = action.sha256 where id = action.id;
      end loop;
    end $$`.execute(database);
  await sql`
    alter table operator_actions alter column position set not null, alter column sha256 set not null,
      add constraint operator_actions_in_order unique (position)`.execute(database);
  await sql`
    create trigger operator_action_chained before insert on operator_actions
      for each row execute function on_operator_action()`.execute(database);
  await sql`
    create function expired_operator_actions(cutoff timestamptz) returns setof operator_actions language sql stable as $$
      select * from operator_actions
        where performed_at < cutoff and performed_at + interval '3 years' < service_now() + interval '1 hour'
          and position < coalesce((select min(later.position) from operator_actions as later
            where later.performed_at >= cutoff
              or later.performed_at + interval '3 years' >= service_now() + interval '1 hour'), 9223372036854775807)
        order by position $$`.execute(database);
  await sql`
    create or replace function remove_expired_operator_actions (cutoff timestamptz, batch integer default 500) returns bigint
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    declare last operator_actions;
    begin
      perform from operator_action_chain for update;
      select * into last from (select * from expired_operator_actions(cutoff) limit batch) as oldest
        order by position desc limit 1;
      if last.position is null then return 0; end if;
      update operator_action_chain set start_position = last.position, start_sha256 = last.sha256;
      with removed as (delete from operator_actions where position <= last.position returning 1)
        select count(*) into batch from removed;
      return batch;
    end $$`.execute(database);
  await sql`
    revoke all on function chain_operator_action (operator_actions), remove_expired_operator_actions (timestamptz, integer)
      from public`.execute(database);
}
