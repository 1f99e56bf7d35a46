-- outside a transaction
-- beside: 0035
-- What came by each kind is summed by days: of the widest index of tenders only its reference is needed.
create index concurrently if not exists tenders_of_kind on tenders (id_kind, gym_id);

drop index concurrently if exists tenders_gym_id_id_kind_created_at_document_amount_id_void_idx;

-- How the sales of some clients were paid is read of an index alone.
create index concurrently if not exists tenders_of_sale on tenders (gym_id, id_sale) include (id_kind, amount, id_void) where id_sale is not null;

drop index concurrently if exists tenders_gym_id_id_sale_idx;
