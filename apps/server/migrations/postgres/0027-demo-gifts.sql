-- What the program gave the demo's tenant, once: what people delete or change of it afterwards stays so.
create table demo_gifts (
  tenant_id uuid not null references tenants (id) on delete cascade,
  gift text not null,
  given_at timestamptz not null default now(),
  primary key (tenant_id, gift)
);
