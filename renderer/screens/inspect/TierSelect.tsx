import { inspectTiers } from '../../../app/contract/pages/inspection';
import { Select } from '../../parts/controls/Select';
import { useInspect, type TierChoice } from '../../state/pages/inspect';
import { text } from '../../text';

const choices: readonly TierChoice[] = ['auto', ...inspectTiers];

/** Selects the source of the figures, for the list and for one table alike. */
export function TierSelect() {
  const tier = useInspect((state) => state.tier);
  return (
    <Select
      aria-label={text.inspect.source}
      testId="inspect-tier"
      value={tier}
      options={choices.map((choice) => ({
        value: choice,
        text: text.inspect.tierChoices[choice],
        detail: text.inspect.tierDetails[choice],
      }))}
      onValue={(value) => {
        const chosen = choices.find((choice) => choice === value);
        if (chosen !== undefined) useInspect.setState({ tier: chosen });
      }}
    />
  );
}
