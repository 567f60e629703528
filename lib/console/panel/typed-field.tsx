import { useTyped } from './use-typed.ts';

interface TypedFieldProps<T> {
  readonly id: string;
  readonly label: string;
  /** What the value is, as it is written. */
  readonly shown: string;
  readonly placeholder?: string;
  readonly list?: string;
  readonly disabled?: boolean;
  /** The value that a text means, null for none; undefined where it means nothing. */
  readonly read: (text: string) => T | null | undefined;
  /** What can be done about a text that means nothing. */
  readonly problem: string;
  /** What is wrong with the value that is set; undefined where nothing is. */
  readonly fault?: string | undefined;
  readonly onCommit: (value: T | null) => void;
}

/** A value that is typed. */
export function TypedField<T>(props: TypedFieldProps<T>) {
  const { id, label, shown, placeholder, list, disabled = false, read, problem, fault, onCommit } = props;
  const { isWrong, input } = useTyped({ shown, read, onCommit });
  const told = isWrong ? problem : fault;
  return (
    <div class="typed-field">
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        list={list}
        placeholder={placeholder}
        disabled={disabled}
        aria-invalid={told !== undefined}
        aria-describedby={told === undefined ? undefined : `${id}-problem`}
      />
      {told !== undefined && (
        <p class="field-problem" id={`${id}-problem`} role="alert">
          {told}
        </p>
      )}
    </div>
  );
}

/** A number of a range; a comma is as good as a point. */
export const readNumber =
  (least: number, most: number) =>
  (text: string): number | undefined => {
    const value = Number(text.trim().replace(',', '.'));
    return value >= least && value <= most ? value : undefined;
  };

/** The same without the least. */
export const above = (least: number, most: number) => (text: string) => {
  const value = readNumber(least, most)(text);
  return value === least ? undefined : value;
};

interface NumberFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: number | undefined;
  readonly placeholder: string;
  readonly disabled?: boolean;
  readonly read: (text: string) => number | undefined;
  readonly problem: string;
  readonly fault?: string | undefined;
  readonly onCommit: (value: number | undefined) => void;
}

/** A number, or none. */
export const NumberField = ({ value, onCommit, ...rest }: NumberFieldProps) => (
  <TypedField
    {...rest}
    shown={value === undefined ? '' : String(Number(value.toPrecision(6)))}
    onCommit={(given) => onCommit(given ?? undefined)}
  />
);
