import { commitPrice } from '../state/money.ts';
import { MOST_MONEY, price } from '../state/price.ts';
import * as state from '../state/state.ts';
import { above, readNumber, TypedField } from './typed-field.tsx';

/** What a day and a tonne cost, in any currency: the voyage that costs least money is a line beside the others. */
export function PriceFields() {
  const { perDay, perTonne } = price.value;
  const isHalf = (perDay === undefined) !== (perTonne === undefined);
  return (
    <section class="price" aria-label="Price">
      <Why />
      <TypedField
        id="price-per-day"
        label="Per day"
        shown={perDay === undefined ? '' : String(perDay)}
        placeholder="not given"
        read={readNumber(0, MOST_MONEY)}
        problem="Write what a day of the ship costs, from 0, in any currency."
        fault={isHalf && perDay === undefined ? 'Needed beside the price of a tonne.' : undefined}
        onCommit={(value) => commitPrice({ perDay: value ?? undefined })}
      />
      <TypedField
        id="price-per-tonne"
        label="Per tonne"
        shown={perTonne === undefined ? '' : String(perTonne)}
        placeholder="not given"
        read={above(0, MOST_MONEY)}
        problem="Write what a tonne of fuel costs, above 0, in the same currency."
        fault={isHalf && perTonne === undefined ? 'Needed beside the price of a day.' : undefined}
        onCommit={(value) => commitPrice({ perTonne: value ?? undefined })}
      />
    </section>
  );
}

/** What a price is for, or why nothing can be priced. */
function Why() {
  if (state.sea.value && state.sea.value.mesh.consumption !== 'fuel')
    return <p class="hint">These ice data know no consumption of fuel, so that nothing can be priced.</p>;
  return (
    <p class="hint">
      The price of a day of the ship and of a tonne of fuel, in any currency: the voyage that costs least
      money is planned too.
    </p>
  );
}
