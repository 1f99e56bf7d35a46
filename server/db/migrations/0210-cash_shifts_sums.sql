-- A hundred movements of the largest amount come to more than numeric(14,2) holds: such a shift could be neither read nor closed.
alter table cash_shifts alter column counted type numeric(18,2), alter column expected type numeric(18,2);
