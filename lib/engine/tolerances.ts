/** What counts as equal, and what is worth another try. */

/**
 * Costs that differ by this fraction are one, and descent ends where a step promises less: sums of a thousand legs differ
 * by rounding by a thousandth of it, and the routes of the reference are told apart by a hundred thousand times as much.
 */
export const SAME_COST = 1e-10;

/** Another round follows one that saved this fraction of the cost: a tenth of what the routes of the reference may miss. */
export const WORTHWHILE = 1e-6;

/** Most steps of a descent, and most rounds of descent and corner moves: limits how many cells a path can move across. */
export const MOST_ROUNDS = 100;

/** A fraction of an edge, of a step or of a slope that is nothing: less than a millimetre of an edge of 50 km. */
export const NEGLIGIBLE = 1e-8;

/** Degrees, about a micrometre: one point that was computed in two ways. The bearing between the two is meaningless. */
export const SAME_PLACE = 1e-11;

/**
 * Degrees, a centimetre: coordinates from elsewhere are rounded, and may be this far on the wrong side of a border. A shorter
 * piece of a leg is sailed in the cell beside it.
 */
export const ROUNDED = 1e-7;
