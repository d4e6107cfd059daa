export const SERVICE_SETTINGS_MESSAGES = {
  serviceSaved: "The settings are saved. The due times of open orders are recalculated.",
  serviceChangedMeanwhile:
    "Somebody else has changed these settings since you opened them. Nothing was saved. Reload the page to see them.",
  serviceSame: "These settings are already in use. Nothing was changed.",
} as const;
