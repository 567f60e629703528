interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChoose: (value: T) => void;
  /** Whether it is laid out as the fields of a section are. */
  readonly isField?: boolean;
}

/** A list of which one is chosen. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChoose,
  isField = false,
}: ChoiceProps<T>) {
  return (
    <label class={isField ? 'field-line' : undefined}>
      <span>{label}</span>
      <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value as T)}>
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
