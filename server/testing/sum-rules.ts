// Sums of days beside the ledgers that they are made of.
/** Every rule of the sums that are kept of days, as a query of what breaks it. */
export const brokenSums = (gym: number) => `
  with sold as (
    select s.created_at at time zone 'America/Santo_Domingo' as at, s.id_user, s.voided_at, i.id_product, i.quantity, i.discount,
      round(i.quantity * i.unit_price * i.discount / 100, 2) as discounted,
      i.quantity * i.unit_price - round(i.quantity * i.unit_price * i.discount / 100, 2) as amount, w.span
    from sales s join sale_items i on i.gym_id = s.gym_id and i.id_sale = s.id cross join (values ('day'), ('month')) w (span)
    where s.gym_id = ${gym})
  select 'what stands of a day', day::text from (
    select kind, day, id_user, standing from revenue_days where gym_id = ${gym}
    union all
    select 'sale', (created_at at time zone 'America/Santo_Domingo')::date, id_user, -amount_total from sales
    where gym_id = ${gym} and voided_at is null
    union all
    select 'payment', (payment_date at time zone 'America/Santo_Domingo')::date, id_user, -price from membership_payments
    where gym_id = ${gym} and voided_at is null) r group by kind, day, id_user having sum(standing) <> 0
  union all
  select 'sold', span || since from (
    select span, since, id_product, quantity, cents from sold_sums where gym_id = ${gym}
    union all
    select span, date_trunc(span, at)::date, id_product, -quantity, -100 * amount from sold where voided_at is null) s
  group by span, since, id_product having sum(quantity) <> 0 or sum(cents) <> 0
  union all
  select 'let go', day::text from (
    select day, id_user, lines, voided, amount from given_days where gym_id = ${gym}
    union all
    select at::date, id_user, -(voided_at is null)::integer, -(voided_at is not null)::integer,
      case when voided_at is null then -discounted else 0 end from sold where discount > 0 and span = 'day') s
  group by day, id_user having sum(lines) <> 0 or sum(voided) <> 0 or sum(amount) <> 0`

/** What was sold and let go in some days, made anew from the lines. */
export const sold = (gym: number, { start_date = '-infinity', end_date = 'infinity' }) => `
  select coalesce(sum(quantity) filter (where voided_at is null), 0)::float8 as sold,
    coalesce(sum(quantity * unit_price - let_go) filter (where voided_at is null), 0)::numeric(20, 2)::text as revenue,
    count(*) filter (where discount > 0)::float8 as lines, count(*) filter (where discount > 0 and voided_at is not null)::float8 as voided,
    coalesce(sum(let_go) filter (where voided_at is null), 0)::numeric(20, 2)::text as given
  from (
    select i.*, s.voided_at, round(i.quantity * i.unit_price * i.discount / 100, 2) as let_go
    from sales s join sale_items i on i.gym_id = s.gym_id and i.id_sale = s.id
    where s.gym_id = ${gym} and (s.created_at at time zone 'America/Santo_Domingo')::date between '${start_date}' and '${end_date}') l`
