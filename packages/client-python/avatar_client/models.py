"""Requests and responses of the service, generated from its OpenAPI document."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


class _JobTtsParamsRequired(TypedDict):
    engine: Union[Literal["embedded"], str]


class JobTtsParams(_JobTtsParamsRequired, total=False):
    speed: float
    voice: str


class JobEmotion(TypedDict, total=False):
    expression: Literal["neutral", "happy", "sad", "surprise", "fear", "disappointed"]
    level: float


class JobStrengths(TypedDict, total=False):
    jaw: float
    lips: float
    brows: float
    blinks: float
    head: float
    gaze: float


class JobTimelineWord(TypedDict):
    text: str
    start: float
    end: float


class JobTimelinePhone(TypedDict):
    symbol: str
    start: float
    end: float
    stress: Literal[0, 1, 2]
    word: Optional[int]


class JobTimelineMark0(TypedDict):
    type: Literal["sentence"]
    start: float
    end: float
    text: str


class JobTimelineMark1(TypedDict):
    type: Literal["emotion"]
    start: float
    end: float
    expression: Literal["neutral", "happy", "sad", "surprise", "fear", "disappointed"]
    level: float


class JobTimelineMark2(TypedDict):
    type: Literal["volume"]
    start: float
    end: float
    factor: float


class JobTimelineMark3(TypedDict):
    type: Literal["mark"]
    start: float
    end: float
    name: str


class _JobTimelineRequired(TypedDict):
    words: List[JobTimelineWord]
    phones: List[JobTimelinePhone]


class JobTimeline(_JobTimelineRequired, total=False):
    language: str
    engine: str
    voice: str
    duration: float
    marks: List[Union[JobTimelineMark0, JobTimelineMark1, JobTimelineMark2, JobTimelineMark3]]


class JobOutputBackgroundColor(TypedDict):
    red: int
    green: int
    blue: int


class _JobOutputBackgroundRequired(TypedDict):
    url: str


class JobOutputBackground(_JobOutputBackgroundRequired, total=False):
    blur: float


class _JobOutputRequired(TypedDict):
    type: Literal["csv", "fbx", "glb", "video"]


class JobOutput(_JobOutputRequired, total=False):
    width: int
    height: int
    background_color: JobOutputBackgroundColor
    background: Union[Literal["transparent"], JobOutputBackground]
    format: Literal["mp4", "webm", "mov"]
    fps: Union[int, Literal[23.976, 29.97, 59.94]]
    handles: float
    gaze: Literal["bones", "shapes", "both"]
    targets: Literal["arkit", "vrm", "ready_player_me"]
    curves: bool
    mesh: bool


class JobWebHooks(TypedDict, total=False):
    on_success: str
    on_fail: str
    on_running: str


class _JobRequired(TypedDict):
    target_rig: Union[Literal["metahuman", "arkit"], str]
    text: str
    language: Literal["en-US", "en-GB", "es-ES", "es-US", "zh-CN", "de-DE", "it-IT", "fr-FR", "pt-PT", "pr-BR", "ar", "ja-JP", "ru-RU", "hi-IN", "vi-VI", "ko-KO", "en", "es", "zh", "de", "it", "fr", "pt", "ja", "ru", "hi", "vi", "ko", "pt-BR", "vi-VN", "ko-KR"]


class Job(_JobRequired, total=False):
    audio_url: str
    tts_params: JobTtsParams
    actor: Union[Literal["male", "female", "amara", "bruno", "chloe", "dmitri", "elena", "farid", "grace", "hiro", "jamal", "kavya", "mei"], str]
    camera: Literal[0, 1, 2, 6, 7]
    lighting: Literal["studio", "window", "evening", "stage"]
    emotion: JobEmotion
    seed: int
    strengths: JobStrengths
    timeline: JobTimeline
    wait_time: float
    output: JobOutput
    web_hooks: JobWebHooks
    metadata: Dict[str, str]


class Accepted(TypedDict):
    id: str
    status: Literal["queued"]


class EstimateCost(TypedDict):
    currency: Literal["USD"]
    expected: float
    low: float
    high: float


class EstimateSeconds(TypedDict):
    expected: float
    low: float
    high: float


class EstimateDuration(TypedDict):
    expected: float
    low: float
    high: float


class Estimate(TypedDict):
    cost: EstimateCost
    seconds: EstimateSeconds
    duration: EstimateDuration
    confidence: float
    jobs: int


class UploadUpload(TypedDict):
    method: Literal["PUT"]
    url: str
    headers: Dict[str, str]


class Upload(TypedDict):
    upload: UploadUpload
    audio_url: str
    expires_at: str


class _JobStatusOutputRequired(TypedDict):
    type: Literal["csv", "fbx", "glb", "video", "avatar"]


class JobStatusOutput(_JobStatusOutputRequired, total=False):
    duration: float
    engine: str
    voice: str
    warnings: List[str]
    artifacts: List[Literal["result", "audio", "captions", "timeline", "a2f", "poster", "csv"]]


class JobStatusError(TypedDict):
    title: str
    message: str
    code: int


class JobStatusWebhookLog(TypedDict):
    at: str
    status: Optional[int]
    reason: Optional[str]
    duration: float


class JobStatusWebhook(TypedDict):
    event: Literal["on_running", "on_success", "on_fail"]
    state: Literal["waiting", "delivered", "failed", "skipped"]
    attempts: int
    next_attempt_at: Optional[str]
    log: List[JobStatusWebhookLog]


class _JobStatusRequired(TypedDict):
    id: str
    status: Literal["queued", "running", "succeeded", "failed", "cancelled"]
    progress: float
    created_at: str
    started_at: Optional[str]
    finished_at: Optional[str]
    output: JobStatusOutput
    error: Optional[JobStatusError]
    webhooks: List[JobStatusWebhook]


class JobStatus(_JobStatusRequired, total=False):
    metadata: Dict[str, str]


class JobPage(TypedDict):
    jobs: List[JobStatus]
    cursor: Optional[str]


class FileLink(TypedDict):
    url: str
    expires_at: str
    content_type: str
    size: int
    sha256: str


class TimelineWord(TypedDict):
    text: str
    start: float
    end: float


class TimelinePhone(TypedDict):
    symbol: str
    start: float
    end: float
    stress: Literal[0, 1, 2]
    word: Optional[int]


class TimelineMark0(TypedDict):
    type: Literal["sentence"]
    start: float
    end: float
    text: str


class TimelineMark1(TypedDict):
    type: Literal["emotion"]
    start: float
    end: float
    expression: Literal["neutral", "happy", "sad", "surprise", "fear", "disappointed"]
    level: float


class TimelineMark2(TypedDict):
    type: Literal["volume"]
    start: float
    end: float
    factor: float


class TimelineMark3(TypedDict):
    type: Literal["mark"]
    start: float
    end: float
    name: str


class Timeline(TypedDict):
    language: str
    engine: str
    voice: str
    duration: float
    words: List[TimelineWord]
    phones: List[TimelinePhone]
    marks: List[Union[TimelineMark0, TimelineMark1, TimelineMark2, TimelineMark3]]


class Actor(TypedDict):
    id: Literal["amara", "bruno", "chloe", "dmitri", "elena", "farid", "grace", "hiro", "jamal", "kavya", "mei"]
    sex: Literal["male", "female"]
    description: str
    poster_url: Optional[str]


class Voice(TypedDict):
    name: str
    language: Literal["en-US", "en-GB", "es-ES", "es-US", "zh-CN", "de-DE", "it-IT", "fr-FR", "pt-PT", "pr-BR", "ar", "ja-JP", "ru-RU", "hi-IN", "vi-VI", "ko-KO"]
    sex: Literal["male", "female"]
    engine: Literal["embedded", "neural", "polly"]
    neural: bool
    actor: Optional[Literal["amara", "bruno", "chloe", "dmitri", "elena", "farid", "grace", "hiro", "jamal", "kavya", "mei"]]
    licence: str
    commercial_use: Optional[bool]


class AccountPlan(TypedDict):
    name: str
    quota: int
    used: int
    left: int
    expires_at: str


class AccountBudget(TypedDict):
    currency: Literal["USD"]
    monthly: float
    spent: float
    left: float
    stop: bool


class AccountRateLimit(TypedDict):
    policy: Literal["token", "address"]
    requests: int
    seconds: int


class AccountSpendingDayStep(TypedDict):
    step: str
    amount: float


class AccountSpendingDay(TypedDict):
    day: str
    amount: float
    steps: List[AccountSpendingDayStep]


class AccountSpendingStep(TypedDict):
    step: str
    amount: float


class AccountSpending(TypedDict):
    currency: Literal["USD"]
    month: str
    amount: float
    updated_at: Optional[str]
    days: List[AccountSpendingDay]
    steps: List[AccountSpendingStep]


class Account(TypedDict):
    account: str
    plan: AccountPlan
    budget: Optional[AccountBudget]
    rate_limits: List[AccountRateLimit]
    spending: AccountSpending


class JobCostStep(TypedDict):
    step: str
    amount: float


class _JobCostRequired(TypedDict):
    id: str
    status: Literal["queued", "running", "succeeded", "failed", "cancelled"]
    created_at: str
    output: Literal["csv", "fbx", "glb", "video", "avatar"]
    language: Optional[Literal["en-US", "en-GB", "es-ES", "es-US", "zh-CN", "de-DE", "it-IT", "fr-FR", "pt-PT", "pr-BR", "ar", "ja-JP", "ru-RU", "hi-IN", "vi-VI", "ko-KO"]]
    duration: Optional[float]
    currency: Literal["USD"]
    amount: float
    steps: List[JobCostStep]


class JobCost(_JobCostRequired, total=False):
    metadata: Dict[str, str]


class JobCostPage(TypedDict):
    jobs: List[JobCost]
    cursor: Optional[str]


class WebhookSecretsSecret(TypedDict):
    secret: str
    expires_at: Optional[str]


class WebhookSecrets(TypedDict):
    secrets: List[WebhookSecretsSecret]


class DeliveryLog(TypedDict):
    at: str
    status: Optional[int]
    reason: Optional[str]
    duration: float


class Delivery(TypedDict):
    id: str
    host: str
    event: Literal["on_running", "on_success", "on_fail"]
    state: Literal["waiting", "delivered", "failed", "skipped"]
    attempts: int
    next_attempt_at: Optional[str]
    log: List[DeliveryLog]


class DeliveryPage(TypedDict):
    deliveries: List[Delivery]
    cursor: Optional[str]


class AvatarError(TypedDict):
    title: str
    message: str
    code: int


class Avatar(TypedDict):
    id: str
    name: str
    sex: Literal["male", "female"]
    created_at: str
    size: int
    status: Literal["queued", "running", "succeeded", "failed", "cancelled"]
    error: Optional[AvatarError]


class AvatarPage(TypedDict):
    avatars: List[Avatar]
    limit: int


class AvatarRequestWebHooks(TypedDict, total=False):
    on_success: str
    on_fail: str
    on_running: str


class _AvatarRequestRequired(TypedDict):
    avatar_url: str


class AvatarRequest(_AvatarRequestRequired, total=False):
    name: str
    sex: Literal["male", "female"]
    web_hooks: AvatarRequestWebHooks


class _WebhookEventDataOutputRequired(TypedDict):
    type: Literal["csv", "fbx", "glb", "video", "avatar"]


class WebhookEventDataOutput(_WebhookEventDataOutputRequired, total=False):
    duration: float
    engine: str
    voice: str
    warnings: List[str]


class _WebhookEventDataRequired(TypedDict):
    id: str
    status: Literal["queued", "running", "succeeded", "failed", "cancelled"]
    created_at: str
    started_at: Optional[str]
    finished_at: Optional[str]
    output: WebhookEventDataOutput
    error: Optional[Error]
    download_url: Optional[str]


class WebhookEventData(_WebhookEventDataRequired, total=False):
    metadata: Dict[str, str]


class WebhookEvent(TypedDict):
    type: Literal["job.running", "job.succeeded", "job.failed", "job.cancelled"]
    timestamp: str
    data: WebhookEventData


class Error(TypedDict):
    title: str
    message: str
    code: int
